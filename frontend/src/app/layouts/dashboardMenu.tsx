import RoleIcon from '@mui/icons-material/AdminPanelSettingsOutlined';
import OrganizationIcon from '@mui/icons-material/ApartmentOutlined';
import PartnerIcon from '@mui/icons-material/ApiOutlined';
import StaffIcon from '@mui/icons-material/BadgeOutlined';
import AnnouncementIcon from '@mui/icons-material/CampaignOutlined';
import DesignIcon from '@mui/icons-material/DesignServicesOutlined';
import BatchIcon from '@mui/icons-material/EventNoteOutlined';
import ApprovalIcon from '@mui/icons-material/FactCheckOutlined';
import QueryIcon from '@mui/icons-material/ForumOutlined';
import MessageIcon from '@mui/icons-material/ForwardToInboxOutlined';
import RequirementIcon from '@mui/icons-material/GridOnOutlined';
import CandidateIcon from '@mui/icons-material/GroupsOutlined';
import EnrollmentIcon from '@mui/icons-material/HowToRegOutlined';
import ProfileIcon from '@mui/icons-material/ManageAccountsOutlined';
import HealthIcon from '@mui/icons-material/MonitorHeartOutlined';
import PaymentIcon from '@mui/icons-material/ReceiptLongOutlined';
import TrainingIcon from '@mui/icons-material/SchoolOutlined';
import HomeIcon from '@mui/icons-material/SpaceDashboardOutlined';
import SettingsIcon from '@mui/icons-material/TuneOutlined';
import CertificateIcon from '@mui/icons-material/WorkspacePremiumOutlined';
import type { ComponentType } from 'react';
import { opens } from '@/lib/access';
import type { Session } from '@/lib/session';
import { type Family, families } from '@/routes/families';
import type { RouteName } from '@/routes/paths';

interface MenuEntry {
  /** The linked page, followed by the pages that are its tabs. */
  routes: readonly RouteName[];
  Icon: ComponentType;
  /** The shared label of several pages, `menu.<family>`; a single page uses its own title. */
  family?: Family;
}

/** A group of the side navigation; its heading is `menu.<key>`. */
export interface MenuGroup {
  key: string;
  entries: MenuEntry[];
}

const page = (route: RouteName, Icon: ComponentType): MenuEntry => ({ routes: [route], Icon });
const pages = (family: Family, Icon: ComponentType): MenuEntry => ({
  routes: families[family],
  Icon,
  family,
});

const groups: MenuGroup[] = [
  { key: 'overview', entries: [page('dashboard', HomeIcon)] },
  {
    key: 'training',
    entries: [
      page('myBatches', BatchIcon),
      pages('trainings', TrainingIcon),
      pages('batches', BatchIcon),
      pages('enrollments', EnrollmentIcon),
      pages('certificates', CertificateIcon),
      pages('payments', PaymentIcon),
    ],
  },
  {
    key: 'people',
    entries: [
      pages('candidates', CandidateIcon),
      pages('requirements', RequirementIcon),
      page('staff', StaffIcon),
      page('organizations', OrganizationIcon),
      page('groupMessages', MessageIcon),
    ],
  },
  {
    key: 'administration',
    entries: [
      pages('approvals', ApprovalIcon),
      pages('announcements', AnnouncementIcon),
      pages('queries', QueryIcon),
      pages('access', RoleIcon),
      page('certificateDesign', DesignIcon),
      pages('integration', PartnerIcon),
      pages('settings', SettingsIcon),
      page('health', HealthIcon),
    ],
  },
];

const account: MenuGroup = { key: 'account', entries: [pages('account', ProfileIcon)] };

/** The groups with the pages that open for this session; empty groups are left out. */
export function dashboardMenu(session: Session): MenuGroup[] {
  const opened = groups.map((group) => filterOpenEntries(group, session)).filter(hasEntries);
  // The user menu links to the account. Users who can open only that and the home page find it
  // here.
  return opened.length > 1
    ? opened
    : [...opened, filterOpenEntries(account, session)].filter(hasEntries);
}

const filterOpenEntries = ({ key, entries }: MenuGroup, session: Session): MenuGroup => ({
  key,
  entries: entries
    .map((entry) => ({ ...entry, routes: entry.routes.filter((route) => opens(route, session)) }))
    .filter(({ routes }) => routes.length > 0),
});

const hasEntries = ({ entries }: MenuGroup) => entries.length > 0;
