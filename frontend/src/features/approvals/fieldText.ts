import { useTranslation } from 'react-i18next';

/** Returns the label of a submitted field; unknown fields keep the service's name. */
export function useFieldText(): (name: string) => string {
  const { t } = useTranslation();
  return (name) => t(`submission.fields.${name}`, { defaultValue: name });
}
