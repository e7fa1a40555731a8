import type { Control } from 'react-hook-form';
import type {
  EnrollmentSettings,
  GeneralSettings,
  PaymentSettings,
  SellerSettings,
} from '@/api/catalog';
import {
  zEnrollmentSettings,
  zGeneralSettings,
  zPaymentSettings,
  zSellerSettings,
} from '@/api/catalog/zod.gen';
import type { Any } from '@/lib/any';
import { z } from '@/lib/forms';

export const schema = z.object({
  general: zGeneralSettings,
  enrollment: zEnrollmentSettings,
  payment: zPaymentSettings,
  seller: zSellerSettings,
});

export interface GlobalSettings {
  general: GeneralSettings;
  enrollment: EnrollmentSettings;
  payment: PaymentSettings;
  seller: SellerSettings;
}

export interface SettingsFields {
  control: Control<GlobalSettings, unknown, Any>;
}
