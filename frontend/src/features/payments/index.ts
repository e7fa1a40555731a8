export { PaymentsPanel } from './PaymentsPanel';
