import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocale } from '@/i18n';
import { useOpens } from '@/lib/access';
import { useDebounced } from '@/lib/useDebounced';
import { paths, type RouteName } from '@/routes/paths';
import { type Hit, sources } from './sources';

/** A result with its group's heading. */
export interface GroupedHit extends Hit {
  group: string;
}

// One letter matches nearly everything.
const MIN_LETTERS = 2;

/** Returns matching pages by name, then records of the lists that the user can open. */
export function useHits(typed: string, pages: readonly RouteName[]) {
  const { t } = useTranslation();
  const locale = useLocale();
  const text = useDebounced(typed);
  const lists = sources.filter(useOpensRoute());
  const answers = useQueries({
    queries: lists.map(({ find }) => ({
      ...find(text, locale),
      enabled: text.length >= MIN_LETTERS,
      placeholderData: keepPreviousData,
    })),
  });
  const named = pages
    .map((route) => ({ label: t(`routes.${route}`), note: '', to: paths[route] }))
    .filter(({ label }) =>
      label.toLocaleLowerCase(locale).includes(typed.toLocaleLowerCase(locale)),
    )
    .map((hit) => ({ ...hit, group: t('find.pages') }));
  const found = lists.flatMap(({ route }, index) =>
    (answers[index]?.data ?? []).map((hit) => ({ ...hit, group: t(`routes.${route}`) })),
  );
  const isAsked = typed.length >= MIN_LETTERS;
  return {
    hits: [...named, ...(isAsked ? found : [])] satisfies GroupedHit[],
    isLoading: isAsked && (text !== typed || answers.some(({ isFetching }) => isFetching)),
    failed: isAsked && answers.some(({ isError }) => isError),
  };
}

function useOpensRoute() {
  const opens = useOpens();
  return ({ route }: { route: RouteName }) => opens(route);
}
