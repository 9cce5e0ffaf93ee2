/* Runs before anything is painted: applies the theme chosen on this device (page.js stores it). */
try {
  const { theme } = JSON.parse(localStorage.getItem("forno")) || {};
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  /* Nothing is stored here, or storage is blocked. */
}
/* A view transition is cut short when a page is left or revealed early: nobody's mistake. Some are so before any script
   can catch their promises. */
addEventListener("unhandledrejection", (event) => {
  const { reason } = event;
  if (reason instanceof DOMException && /transition/i.test(reason.message)) event.preventDefault();
});
