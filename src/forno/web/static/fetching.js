/* Play offline: fetch the package that plays without a network, once somebody wants it, and go there. The worker that
keeps it fetches, and tells how far it is. */

const link = document.querySelector("[data-offline-package]");
const bar = link?.parentElement.querySelector("progress");
const note = link?.parentElement.querySelector("[role=status]");

function told({ data }) {
  if (!data.offline) return;
  bar.max = data.offline.whole;
  bar.value = data.offline.done;
}

/** Settled when the package is here as a whole; refused if it broke off. */
function whole(registration) {
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  return new Promise((done, failed) => {
    const look = () => {
      if (worker.state === "activated" || worker.state === "installed") done();
      else if (worker.state === "redundant") failed(new Error("redundant"));
    };
    worker.addEventListener("statechange", look);
    look();
  });
}

async function fetchPackage(event) {
  // Without a secure connection nothing can be kept: then it is a page like any other.
  if (!navigator.serviceWorker || !isSecureContext) return;
  event.preventDefault();
  bar.hidden = false;
  note.textContent = "";
  navigator.serviceWorker.addEventListener("message", told);
  try {
    const place = link.getAttribute("href");
    await whole(await navigator.serviceWorker.register(`${place}service-worker.js`));
    location.assign(place);
  } catch {
    bar.hidden = true;
    note.textContent = note.dataset.broken;
  }
}

link?.addEventListener("click", fetchPackage);
