export { type DateStyle, formatDate, formatDateRange, formatHijri, formatHours } from './dates';
export { formatMinutes, formatTimeLeft } from './duration';
export { formatMoney, formatNumber, formatPercent, minorDigits } from './numbers';
