import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonResult, ResultSheet } from '@/api/enrollment';
import { setScores } from '@/api/enrollment';
import { EditGrid } from '@/components/grid/EditGrid';
import type { CellChange, GridView } from '@/components/grid/grid';
import { usePersonName } from '@/components/Person';
import { localized, useLocale } from '@/i18n';
import { sheetQuery } from './queries';
import { cellKey, sortChanges, toScoreRow, type Unreadable } from './scores';

/** A grid of scores, typed or pasted, with the provisional results. */
export function ScoreGrid({ sheet }: { sheet: ResultSheet }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const client = useQueryClient();
  const nameOf = usePersonName();
  const unreadable = useRef<Unreadable>(new Map());
  const readOnly = true;

  async function save(changes: readonly CellChange[]): Promise<PersonResult[]> {
    const { scores, unreadable: wrong } = sortChanges(sheet, changes, t);
    const others = [...unreadable.current].filter(
      ([key]) => !changes.some(({ rowId, field }) => cellKey(rowId, field) === key),
    );
    let latest = sheet;
    if (scores.length > 0) {
      const { data } = await setScores({
        path: { batch_id: sheet.batch_id },
        body: { scores },
        throwOnError: true,
      });
      latest = data;
      client.setQueryData(sheetQuery(sheet.batch_id).queryKey, data);
    }
    unreadable.current = new Map([...others, ...wrong]);
    const changed = new Set(changes.map(({ rowId }) => rowId));
    return latest.people.filter(({ enrollment_id }) => changed.has(enrollment_id));
  }

  return (
    <EditGrid<PersonResult>
      name="scores"
      label={t('results.people')}
      onlyAtCells
      // Each assessment is a column.
      key={sheet.assessments.map(({ id }) => id).join()}
      columns={[
        { field: 'name', heading: t('results.name'), readOnly, width: 176 },
        ...sheet.assessments.map((assessment) => ({
          field: assessment.id,
          heading: t('results.column', {
            title: localized(assessment, 'title', locale),
            maximum: assessment.maximum ?? 0,
          }),
          kind: 'number' as const,
          readOnly: !sheet.editable,
          width: 132,
        })),
        { field: 'attendance', heading: t('results.attendance'), readOnly, width: 150 },
        { field: 'total', heading: t('results.total'), readOnly, ltr: true, width: 100 },
        {
          field: 'result',
          heading: t(sheet.editable ? 'results.result_so_far' : 'results.result'),
          readOnly,
          width: 240,
          fills: true,
        },
      ]}
      query={(view) =>
        queryOptions({
          // Uses the sheet's tags, so that it is refetched together with the sheet.
          queryKey: [...sheetQuery(sheet.batch_id).queryKey, 'rows', view],
          queryFn: async () => {
            const latest = await client.ensureQueryData(sheetQuery(sheet.batch_id));
            return toPage(latest.people, view, (person) => nameOf(person));
          },
        })
      }
      read={(person) =>
        toScoreRow(
          person,
          sheet.people.findIndex((each) => each.enrollment_id === person.enrollment_id) + 1,
          {
            sheet,
            name: nameOf(person),
            unreadable: unreadable.current,
            t,
          },
        )
      }
      save={save}
    />
  );
}

function toPage(
  people: readonly PersonResult[],
  { page, pageSize, search }: GridView,
  nameOf: (person: PersonResult) => string,
) {
  const found = people.filter((person) =>
    nameOf(person).toLocaleLowerCase().includes(search.toLocaleLowerCase()),
  );
  return {
    data: found.slice((page - 1) * pageSize, page * pageSize),
    meta: { page, page_size: pageSize, total: found.length },
  };
}
