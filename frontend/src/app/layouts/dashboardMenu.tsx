import LevelsIcon from '@mui/icons-material/AccountTreeOutlined';
import SubcategoryIcon from '@mui/icons-material/AccountTreeOutlined';
import RoleIcon from '@mui/icons-material/AdminPanelSettingsOutlined';
import OrganizationIcon from '@mui/icons-material/ApartmentOutlined';
import PartnerIcon from '@mui/icons-material/ApiOutlined';
import StaffIcon from '@mui/icons-material/BadgeOutlined';
import AnnouncementIcon from '@mui/icons-material/CampaignOutlined';
import CategoryIcon from '@mui/icons-material/CategoryOutlined';
import ApplicationIcon from '@mui/icons-material/DescriptionOutlined';
import RejectedIcon from '@mui/icons-material/DoNotDisturbOutlined';
import BatchIcon from '@mui/icons-material/EventNoteOutlined';
import ApprovalIcon from '@mui/icons-material/FactCheckOutlined';
import NumberIcon from '@mui/icons-material/FingerprintOutlined';
import QueryIcon from '@mui/icons-material/ForumOutlined';
import CandidateIcon from '@mui/icons-material/GroupsOutlined';
import PendingIcon from '@mui/icons-material/HourglassEmptyOutlined';
import EnrollmentIcon from '@mui/icons-material/HowToRegOutlined';
import SignInIcon from '@mui/icons-material/LockPersonOutlined';
import ProfileIcon from '@mui/icons-material/ManageAccountsOutlined';
import AuditIcon from '@mui/icons-material/ManageSearchOutlined';
import RequestIcon from '@mui/icons-material/MarkEmailUnreadOutlined';
import NotificationIcon from '@mui/icons-material/NotificationsOutlined';
import UserIcon from '@mui/icons-material/PeopleOutlined';
import ErasureIcon from '@mui/icons-material/PersonRemoveOutlined';
import PaymentIcon from '@mui/icons-material/ReceiptLongOutlined';
import TrainingIcon from '@mui/icons-material/SchoolOutlined';
import HomeIcon from '@mui/icons-material/SpaceDashboardOutlined';
import SettingsIcon from '@mui/icons-material/TuneOutlined';
import BulkIcon from '@mui/icons-material/UploadFileOutlined';
import type { ComponentType } from 'react';
import type { Session } from '@/lib/session';
import type { RouteName } from '@/routes/paths';
import { opens } from '../opens';

interface MenuEntry {
  route: RouteName;
  Icon: ComponentType;
}

/** A group of the side navigation; its heading is `menu.<key>`. */
export interface MenuGroup {
  key: string;
  entries: MenuEntry[];
}

const groups: MenuGroup[] = [
  {
    key: 'overview',
    entries: [
      { route: 'dashboard', Icon: HomeIcon },
      { route: 'notifications', Icon: NotificationIcon },
    ],
  },
  {
    key: 'training',
    entries: [
      { route: 'myBatches', Icon: BatchIcon },
      { route: 'manageTrainings', Icon: TrainingIcon },
      { route: 'manageBatches', Icon: BatchIcon },
    ],
  },
  {
    key: 'enrollment',
    entries: [
      { route: 'enrollments', Icon: EnrollmentIcon },
      { route: 'enrollmentRequests', Icon: RequestIcon },
      { route: 'pendingPayments', Icon: PendingIcon },
      { route: 'enrollmentsRejected', Icon: RejectedIcon },
      { route: 'bulkEnrollments', Icon: BulkIcon },
      { route: 'payments', Icon: PaymentIcon },
    ],
  },
  {
    key: 'people',
    entries: [
      { route: 'candidates', Icon: CandidateIcon },
      { route: 'staff', Icon: StaffIcon },
      { route: 'organizations', Icon: OrganizationIcon },
    ],
  },
  {
    key: 'announcements',
    entries: [
      { route: 'manageAnnouncements', Icon: AnnouncementIcon },
      { route: 'applications', Icon: ApplicationIcon },
    ],
  },
  {
    key: 'approvals',
    entries: [
      { route: 'myApprovals', Icon: ApprovalIcon },
      { route: 'approvalsOrganizations', Icon: OrganizationIcon },
      { route: 'approvalsStaff', Icon: StaffIcon },
      { route: 'approvalsAnnouncements', Icon: AnnouncementIcon },
      { route: 'approvalsApplications', Icon: ApplicationIcon },
      { route: 'approvalLevels', Icon: LevelsIcon },
    ],
  },
  {
    key: 'administration',
    entries: [
      { route: 'users', Icon: UserIcon },
      { route: 'numberCases', Icon: NumberIcon },
      { route: 'erasures', Icon: ErasureIcon },
      { route: 'roles', Icon: RoleIcon },
      { route: 'auditTrail', Icon: AuditIcon },
      { route: 'mainCategories', Icon: CategoryIcon },
      { route: 'subcategories', Icon: SubcategoryIcon },
      { route: 'queries', Icon: QueryIcon },
      { route: 'settings', Icon: SettingsIcon },
      { route: 'settingsSignIn', Icon: SignInIcon },
    ],
  },
  {
    key: 'account',
    entries: [
      { route: 'accountProfile', Icon: ProfileIcon },
      { route: 'partnerClients', Icon: PartnerIcon },
    ],
  },
];

/** The groups with the pages that open for this session; empty groups are left out. */
export function dashboardMenu(session: Session): MenuGroup[] {
  return groups
    .map(({ key, entries }) => ({
      key,
      entries: entries.filter(({ route }) => opens(route, session)),
    }))
    .filter(({ entries }) => entries.length > 0);
}
