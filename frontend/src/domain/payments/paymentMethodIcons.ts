import BankIcon from '@mui/icons-material/AccountBalanceOutlined';
import WalletIcon from '@mui/icons-material/AccountBalanceWalletOutlined';
import AppleIcon from '@mui/icons-material/Apple';
import CardIcon from '@mui/icons-material/CreditCardOutlined';
import BillIcon from '@mui/icons-material/RequestQuoteOutlined';
import type { PaymentMethod } from '@/api/payments';

/** The icon of each payment method. */
export const paymentMethodIcons = {
  card: CardIcon,
  mada: CardIcon,
  apple_pay: AppleIcon,
  stc_pay: WalletIcon,
  bank_transfer: BankIcon,
  on_account: BillIcon,
} satisfies Record<PaymentMethod, typeof CardIcon>;
