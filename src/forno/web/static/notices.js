/* The page of notices: asks the browser to show them on this device, and sends what it answers with the form. */

const button = document.querySelector("[data-push]");
const refused = document.querySelector("[data-refused]");

async function subscribe() {
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: button.dataset.push });
}

async function notifyHere() {
  try {
    if ((await Notification.requestPermission()) !== "granted") throw new Error("refused");
    button.form.elements.push.value = JSON.stringify(await subscribe());
  } catch {
    refused.hidden = false;
    return;
  }
  button.form.requestSubmit();
}

if (button && isSecureContext && "serviceWorker" in navigator && "PushManager" in window) {
  button.hidden = false;
  button.addEventListener("click", notifyHere);
}
