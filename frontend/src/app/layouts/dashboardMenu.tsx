import LevelsIcon from '@mui/icons-material/AccountTreeOutlined';
import RoleIcon from '@mui/icons-material/AdminPanelSettingsOutlined';
import OrganizationIcon from '@mui/icons-material/ApartmentOutlined';
import PartnerIcon from '@mui/icons-material/ApiOutlined';
import StaffIcon from '@mui/icons-material/BadgeOutlined';
import AnnouncementIcon from '@mui/icons-material/CampaignOutlined';
import CategoryIcon from '@mui/icons-material/CategoryOutlined';
import ApplicationIcon from '@mui/icons-material/DescriptionOutlined';
import BatchIcon from '@mui/icons-material/EventNoteOutlined';
import ApprovalIcon from '@mui/icons-material/FactCheckOutlined';
import NumberIcon from '@mui/icons-material/FingerprintOutlined';
import QueryIcon from '@mui/icons-material/ForumOutlined';
import CandidateIcon from '@mui/icons-material/GroupsOutlined';
import EnrollmentIcon from '@mui/icons-material/HowToRegOutlined';
import ProfileIcon from '@mui/icons-material/ManageAccountsOutlined';
import AuditIcon from '@mui/icons-material/ManageSearchOutlined';
import UserIcon from '@mui/icons-material/PeopleOutlined';
import ErasureIcon from '@mui/icons-material/PersonRemoveOutlined';
import PaymentIcon from '@mui/icons-material/ReceiptLongOutlined';
import TrainingIcon from '@mui/icons-material/SchoolOutlined';
import HomeIcon from '@mui/icons-material/SpaceDashboardOutlined';
import SettingsIcon from '@mui/icons-material/TuneOutlined';
import BulkIcon from '@mui/icons-material/UploadFileOutlined';
import type { ComponentType } from 'react';
import { opens } from '@/lib/access';
import type { Session } from '@/lib/session';
import { families } from '@/routes/families';
import type { RouteName } from '@/routes/paths';

interface MenuEntry {
  /** The page that it leads to and is called after, then those which are tabs of it. */
  routes: readonly RouteName[];
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
    entries: [{ routes: ['dashboard'], Icon: HomeIcon }],
  },
  {
    key: 'training',
    entries: [
      { routes: ['myBatches'], Icon: BatchIcon },
      { routes: ['manageTrainings'], Icon: TrainingIcon },
      { routes: ['manageBatches'], Icon: BatchIcon },
    ],
  },
  {
    key: 'enrollment',
    entries: [
      { routes: families.enrollments, Icon: EnrollmentIcon },
      { routes: ['bulkEnrollments'], Icon: BulkIcon },
      { routes: ['payments'], Icon: PaymentIcon },
    ],
  },
  {
    key: 'people',
    entries: [
      { routes: ['candidates'], Icon: CandidateIcon },
      { routes: ['staff'], Icon: StaffIcon },
      { routes: ['organizations'], Icon: OrganizationIcon },
    ],
  },
  {
    key: 'announcements',
    entries: [
      { routes: ['manageAnnouncements'], Icon: AnnouncementIcon },
      { routes: ['applications'], Icon: ApplicationIcon },
    ],
  },
  {
    key: 'approvals',
    entries: [
      { routes: families.approvals, Icon: ApprovalIcon },
      { routes: ['approvalLevels'], Icon: LevelsIcon },
    ],
  },
  {
    key: 'administration',
    entries: [
      { routes: ['users'], Icon: UserIcon },
      { routes: ['numberCases'], Icon: NumberIcon },
      { routes: ['erasures'], Icon: ErasureIcon },
      { routes: ['roles'], Icon: RoleIcon },
      { routes: ['auditTrail'], Icon: AuditIcon },
      { routes: families.categories, Icon: CategoryIcon },
      { routes: ['queries'], Icon: QueryIcon },
      { routes: families.settings, Icon: SettingsIcon },
    ],
  },
  {
    key: 'account',
    entries: [
      { routes: families.account, Icon: ProfileIcon },
      { routes: ['partnerClients'], Icon: PartnerIcon },
    ],
  },
];

/** The groups with the pages that open for this session; empty groups are left out. */
export function dashboardMenu(session: Session): MenuGroup[] {
  return groups
    .map(({ key, entries }) => ({
      key,
      entries: entries
        .map(({ routes, Icon }) => ({
          routes: routes.filter((route) => opens(route, session)),
          Icon,
        }))
        .filter(({ routes }) => routes.length > 0),
    }))
    .filter(({ entries }) => entries.length > 0);
}
