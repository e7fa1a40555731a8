/** The IANA name of the time zone. */
export const RIYADH = 'Asia/Riyadh';

// UTC+3 all year.
const OFFSET = '+03:00';
const OFFSET_MS = 3 * 3_600_000;

const toRiyadhIso = (moment: string) => new Date(Date.parse(moment) + OFFSET_MS).toISOString();

/** Returns whether the user's clock shows the same time. */
export const isRiyadhTime = (moment: string | Date) =>
  new Date(moment).getTimezoneOffset() === -OFFSET_MS / 60_000;

/** Returns the day of a moment in Riyadh, as `YYYY-MM-DD`. */
export const getRiyadhDay = (moment: string) => toRiyadhIso(moment).slice(0, 10);

/** Returns the time of a moment in Riyadh, as `HH:mm`. */
export const getRiyadhTime = (moment: string) => toRiyadhIso(moment).slice(11, 16);

/** Returns a date whose local fields are Riyadh time, for components without time zone support. */
export const riyadhClock = (moment: string) => new Date(toRiyadhIso(moment).slice(0, 19));

/** Converts a day and time in Riyadh to a UTC moment. */
export const toInstant = (day: string, time: string) =>
  new Date(`${day}T${time}:00${OFFSET}`).toISOString();
