export { EnrollmentNumbers, EnrollmentsPanel, UpcomingBatchesPanel } from './DeskPanels';
