/* Room on the page for what lies over it: the boxes of what is read or pressed, and how much of them would be covered. */

const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());

/** Return those of the elements that are read or pressed, with their boxes. */
export function boxesOf(elements) {
  return [...elements]
    .filter((element) => element.matches(".bar, .side, #lesson, svg, button, input, .card") || hasText(element))
    .filter((element) => element.checkVisibility())
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 2);
}

export const overlap = (one, other) =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
