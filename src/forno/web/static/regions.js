/* Regions: elements with an id whose content the server renders. New content comes in without disturbing anybody. */

const shown = new Map();

/** What a selector finds; nothing if it is none. */
export function find(selector) {
  try {
    return document.querySelector(selector);
  } catch {
    return null;
  }
}

/** Put new content into a region: focus, scrolling, opened details and what is being written stay as they were. */
export function swap(id, html, scrolled) {
  const region = document.getElementById(id);
  if (!region || (shown.get(id) === html && region.childNodes.length)) return;
  scrolled ??= scrollingIn(id);
  shown.set(id, html);
  const refocus = focusIn(region);
  const opened = [...region.querySelectorAll("details[open]")].map((details) => details.className);
  const written = [...region.querySelectorAll("input")].filter((field) => field.value !== field.defaultValue);
  region.innerHTML = html;
  for (const { id, value } of written) {
    const field = document.getElementById(id);
    if (field) field.value = value;
  }
  speakTo(region);
  for (const details of region.querySelectorAll("details")) {
    if (opened.includes(details.className)) details.open = true;
  }
  scrollAgain(region, scrolled);
  if (!refocus) return;
  const element = refocus();
  park(element && !element.disabled ? element : region);
}

/** What everybody is told of a seat is said to that seat itself on its own page. */
export function speakTo(region) {
  for (const told of region.querySelectorAll("[data-yours]")) {
    if (told.dataset.about === document.body.dataset.seat) told.textContent = told.dataset.yours;
  }
}

/** What has the focus, said so that it can be found again in new markup. */
function focusIn(region) {
  const element = document.activeElement;
  if (!element || !region.contains(element)) return null;
  if (element === region) return () => region;
  const mark = markOf(element);
  const place = [...region.querySelectorAll(element.tagName)].indexOf(element);
  return () => (mark && region.querySelector(mark)) || region.querySelectorAll(element.tagName)[place];
}

function markOf({ id, dataset: { action, actions, slot } }) {
  if (id) return `#${CSS.escape(id)}`;
  if (action) return `[data-slot="${slot}"][data-action="${action}"]`;
  if (actions) return `[data-slot="${slot}"][data-actions="${actions}"]`;
  return null;
}

const nameOf = (element) => element.id || element.className;
const within = (region) => [region, ...region.querySelectorAll("*")];

/** Where a region is scrolled to. The page has to be laid out for that, so ask before anything changes. */
function scrollingIn(id) {
  const region = document.getElementById(id);
  if (!region) return new Map();
  const scrolled = within(region).filter((element) => element.scrollLeft || element.scrollTop);
  return new Map(scrolled.map((element) => [nameOf(element), [element.scrollLeft, element.scrollTop]]));
}

function scrollAgain(region, scrolled) {
  if (!scrolled.size) return;
  for (const element of within(region)) {
    const was = scrolled.get(nameOf(element));
    if (was) [element.scrollLeft, element.scrollTop] = was;
  }
}

/** Give the focus to a place, or to what is around it if that isn't shown: it is never lost. */
export function park(place) {
  for (; place && place !== document.body; place = place.parentElement) {
    if (place.tabIndex < 0) place.tabIndex = -1;
    place.focus({ preventScroll: true });
    if (document.activeElement === place) return;
  }
}

/** Swap several; what carries data-morph=NAME before and after glides over. */
export function swapAll(regions, gently) {
  const swapThem = () => {
    const changed = Object.entries(regions).filter(([id, html]) => shown.get(id) !== html);
    const scrolled = new Map(changed.map(([id]) => [id, scrollingIn(id)]));
    for (const [id, html] of Object.entries(regions)) swap(id, html, scrolled.get(id));
  };
  if (!gently || !document.startViewTransition || !find("[data-morph]")) {
    swapThem();
    return undefined;
  }
  nameWhatGlides();
  document.documentElement.classList.add("gliding");
  const gliding = document.startViewTransition(() => {
    swapThem();
    nameWhatGlides();
  });
  // A transition that is skipped rejects; what it would have shown is there all the same.
  gliding.ready.catch(() => {});
  gliding.finished.catch(() => {}).then(() => document.documentElement.classList.remove("gliding"));
  return gliding.updateCallbackDone.catch(() => {});
}

function nameWhatGlides() {
  for (const element of document.querySelectorAll("[data-morph]")) {
    element.style.viewTransitionName = element.dataset.morph;
  }
}
