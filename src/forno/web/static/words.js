/* What the script says. The words come from the page, translated:
<script type="application/json" id="words">{…}</script> with the keys
  your_turn     "Your turn"                             title and notice while the tab is hidden
  unreachable   "We can't reach the kitchen. …"       a move or message that didn't get through
  copied        "Copied."                               after a link was copied
  pass_to       "Pass the device to {name}."            hot seat
  why           "Why?"                                  link to a rule
  mute          "Mute {name}"                           beside a message
  muted         "{name} is muted."                      the button that undoes it
  back          "{name} is back."                       who was away
  seconds       "{seconds} s"                           the clock
  until         "until {when}"                          the clock, over days
  time_up       "Time's up!"                            the clock, when nothing is left
  undo          "Undo"                                  for a moment after a turn was sent
  taken_back    "Taken back."                           and when it was */

const MAX_NEWS = 12;

export const words = JSON.parse(document.getElementById("words")?.textContent || "{}");

/** A sentence with its blanks filled in. */
export const fill = (text, values) => (text || "").replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

/** Tell a screen reader. The same words twice are told twice. */
export function tell(text) {
  const news = document.getElementById("news");
  if (!news || !text) return;
  const line = document.createElement("p");
  line.textContent = text;
  news.append(line);
  while (news.childElementCount > MAX_NEWS) news.firstElementChild.remove();
}
