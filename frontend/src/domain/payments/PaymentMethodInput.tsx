import FormControl from '@mui/material/FormControl';
import FormLabel from '@mui/material/FormLabel';
import RadioGroup from '@mui/material/RadioGroup';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentMethod } from '@/api/payments';
import { ChoiceCard } from '@/components/form/ChoiceCard';
import { paymentMethodIcons } from './paymentMethodIcons';

interface PaymentMethodInputProps {
  ways: readonly PaymentMethod[];
  value: PaymentMethod;
  onChange: (way: PaymentMethod) => void;
  disabled: boolean;
}

/** Selects one of several payment methods. */
export function PaymentMethodInput({ ways, value, onChange, disabled }: PaymentMethodInputProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <FormControl fullWidth disabled={disabled} sx={{ mt: 3 }}>
      <FormLabel id={id} sx={{ mb: 1, fontSize: '0.875rem' }}>
        {t('pay.way')}
      </FormLabel>
      <RadioGroup
        aria-labelledby={id}
        value={value}
        onChange={(_, way) => onChange(way as PaymentMethod)}
        sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 1.5 }}
      >
        {ways.map((way) => (
          <ChoiceCard
            key={way}
            value={way}
            chosen={way === value}
            Icon={paymentMethodIcons[way]}
            title={t(`pay.ways.${way}`)}
            hint={t(`pay.way_hints.${way}`)}
          />
        ))}
      </RadioGroup>
    </FormControl>
  );
}
