/* How long a stretch of the show may take. What people did keeps its time, and so do the orders of theirs that come out of
the oven; of all the rest, the more there is, the more it is hurried. Who has just sat down came to play: before we are
asked for the first time it is hurried sooner. */

const MIN_BUDGET_MS = 4000;
const FIRST_BUDGET_MS = 1000;
const BUDGET_SHARE = 1 / 9;
const MIN_PACE = 0.1;
const FLIGHT_MS = 500;

/** How long a step takes by itself, in milliseconds. */
const lengthOf = ({ pause = 0, fly = [] }) => pause + (fly.length ? FLIGHT_MS : 0);

export class Patience {
  /** `people`: the seats of those who are no bots. */
  constructor(people = []) {
    this.people = new Set(people);
    this.begin(FIRST_BUDGET_MS);
  }

  /** A stretch begins: what came before counts no more. */
  begin(least = MIN_BUDGET_MS) {
    this.least = least;
    this.told = 0;
    this.spent = 0;
  }

  /** How fast the first of the steps that are still to be told goes, as a factor. */
  next(steps) {
    if (this.people.has(steps[0].seat)) return 1;
    const hurried = steps.filter(({ seat }) => !this.people.has(seat));
    const left = hurried.reduce((sum, step) => sum + lengthOf(step), 0);
    const whole = this.told + left;
    const allowed = Math.min(whole, this.least + whole * BUDGET_SHARE);
    const factor = left ? Math.min(1, Math.max(MIN_PACE, (allowed - this.spent) / left)) : 1;
    this.told += lengthOf(steps[0]);
    this.spent += lengthOf(steps[0]) * factor;
    return factor;
  }
}
