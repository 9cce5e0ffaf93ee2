/* Before anything is painted: the light that was chosen on this device (page.js keeps it). */
try {
  const { theme } = JSON.parse(localStorage.getItem("forno")) || {};
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  /* nothing is kept here, or nothing may be */
}
