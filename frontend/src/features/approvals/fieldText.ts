import { useTranslation } from 'react-i18next';

/** What a field of a submission is called; one that the app does not know yet, as the service does. */
export function useFieldText(): (name: string) => string {
  const { t } = useTranslation();
  return (name) => t(`submission.fields.${name}`, { defaultValue: name });
}
