import ColdIcon from '@mui/icons-material/AcUnitOutlined';
import CategoryIconDefault from '@mui/icons-material/CategoryOutlined';
import ChainIcon from '@mui/icons-material/DeviceHubOutlined';
import ShipIcon from '@mui/icons-material/DirectionsBoatOutlined';
import FlightIcon from '@mui/icons-material/FlightTakeoffOutlined';
import CustomsIcon from '@mui/icons-material/GavelOutlined';
import TruckIcon from '@mui/icons-material/LocalShippingOutlined';
import WarehouseIcon from '@mui/icons-material/WarehouseOutlined';
import DangerIcon from '@mui/icons-material/WarningAmberOutlined';
import type { ComponentType } from 'react';

// Keyed by the names that categories store, which are those of Material Symbols.
const icons = {
  ac_unit: ColdIcon,
  directions_boat: ShipIcon,
  flight_takeoff: FlightIcon,
  gavel: CustomsIcon,
  hub: ChainIcon,
  local_shipping: TruckIcon,
  warehouse: WarehouseIcon,
  warning: DangerIcon,
} satisfies Record<string, ComponentType>;

export type CategoryIconName = keyof typeof icons;

/** The icon of a category, or a default one. */
export function CategoryIcon({ name }: { name: string }) {
  const Icon = (icons as Record<string, ComponentType>)[name] ?? CategoryIconDefault;
  return <Icon />;
}
