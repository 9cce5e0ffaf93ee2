/* Runs before anything is painted: applies the theme chosen on this device (page.js stores it). */
try {
  const { theme } = JSON.parse(localStorage.getItem("forno")) || {};
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  /* Nothing is stored here, or storage is blocked. */
}
/* A view transition between pages is cut short when a page is left or revealed early: nobody's mistake. */
for (const event of ["pagereveal", "pageswap"]) {
  addEventListener(event, ({ viewTransition: transition }) => {
    if (!transition) return;
    const { ready, updateCallbackDone, finished } = transition;
    for (const step of [ready, updateCallbackDone, finished]) step.catch(() => {});
  });
}
