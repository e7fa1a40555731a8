export { type DateStyle, formatDate, formatDateRange } from './dates';
export { formatMinutes, formatTimeLeft } from './duration';
export { formatMoney, formatNumber, latinDigits } from './numbers';
