export { ApprovalsPanel } from './ApprovalsPanel';
