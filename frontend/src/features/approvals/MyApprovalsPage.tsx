import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Pagination from '@mui/material/Pagination';
import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { RequestRow, Verdict } from '@/api/approvals';
import { FilterChip } from '@/components/list/FilterChip';
import type { Filter } from '@/components/list/filters';
import { KeysHelp } from '@/components/list/KeysHelp';
import { ListBody } from '@/components/list/ListBody';
import { SearchField } from '@/components/list/SearchField';
import { SectionTabs } from '@/components/list/SectionTabs';
import { useFamily } from '@/components/list/useFamily';
import { useList } from '@/components/list/useList';
import { useListKeys } from '@/components/list/useListKeys';
import { toggleElement } from '@/components/list/useSelection';
import { PageContainer } from '@/components/PageContainer';
import { RevealTogether } from '@/components/RevealTogether';
import { useContentTypes } from '@/domain/site/contentTypes';
import { useIsScheduled } from '@/lib/undoQueue';
import { href, paths } from '@/routes/paths';
import { ApproveMany } from './ApproveMany';
import { DecisionDialog } from './DecideRequest';
import { AwayButton, Delegations } from './Delegations';
import { InboxRow } from './InboxRow';
import { myApprovals } from './lists';
import { Preview } from './Preview';
import { approvalQuery } from './queries';
import { useUndoableDecision } from './useUndoableDecision';

/** URL parameter of the previewed request. */
const OPEN = 'open';

/** The user's approval inbox: a list with a preview and keyboard shortcuts. */
export default function MyApprovalsPage() {
  const { t } = useTranslation();
  const wide = !useMediaQuery(useTheme().breakpoints.down('lg'));
  const { state, query } = useList(myApprovals);
  const [params, setParams] = useSearchParams();
  const page = useRef<HTMLDivElement>(null);
  const isHeld = useIsScheduled();
  const decide = useUndoableDecision();
  const sections = useFamily('approvals');
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [asking, ask] = useState<{ id: string; verdict: Verdict } | null>(null);
  const [help, setHelp] = useState(false);
  const rows = query.data?.data ?? [];
  const open = rows.find(({ id }) => id === params.get(OPEN)) ?? rows[0];
  const chosen = rows.filter(({ id }) => marked.has(id) && !isHeld(id));
  const rowKeys = useRowKeys();
  const mark = ({ id }: RequestRow) => setMarked((before) => toggleElement(before, id));
  useListKeys(page, {
    rowKeys,
    onMark: (index) => rows[index] && mark(rows[index]),
    onHelp: () => setHelp(true),
  });

  const approve = (request: RequestRow) => {
    decide(request, { decision: 'approved', step: request.step });
    focusNext(page.current, rows.indexOf(request));
  };
  const select = ({ id }: RequestRow) =>
    setParams(
      (before) => {
        before.set(OPEN, id);
        return before;
      },
      { replace: true },
    );
  const filters: Filter[] = [
    {
      kind: 'choice',
      name: 'content_type',
      label: t('approvals.kind'),
      options: useContentTypes(),
    },
    {
      kind: 'choice',
      name: 'overdue',
      label: t('approvals.due'),
      options: [{ value: 'true', label: t('approvals.overdue') }],
    },
  ];
  const pages = query.data ? Math.ceil(query.data.meta.total / query.data.meta.page_size) : 0;
  return (
    <PageContainer
      title={t('routes.myApprovals')}
      subtitle={t('approvals.inbox_lead')}
      actions={<AwayButton />}
      compact
    >
      <Box ref={page}>
        {sections && <SectionTabs label={sections.label} sections={sections.of} />}
        <RevealTogether wait={<Skeleton variant="rounded" height={480} />}>
          <Delegations />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 2 }}>
            {chosen.length === 0 && (
              <>
                <Box sx={{ flex: { xs: '1 1 100%', sm: '0 1 320px' } }}>
                  <SearchField
                    label={t('approvals.search')}
                    value={state.texts('search')[0] ?? ''}
                    onChange={(search) => state.setFilters({ search })}
                  />
                </Box>
                {filters.map((filter) => (
                  <FilterChip key={filter.label} filter={filter} state={state} />
                ))}
              </>
            )}
            <ApproveMany chosen={chosen} onClear={() => setMarked(new Set())} />
          </Box>
          <ListBody
            query={query}
            state={state}
            empty={{ title: t('approvals.none'), description: t('approvals.none_hint') }}
            filters={filters}
            search={t('approvals.search')}
          >
            <Box
              sx={{
                display: 'grid',
                gap: 3,
                alignItems: 'start',
                gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '420px minmax(0, 1fr)' },
              }}
            >
              <div>
                {query.isPending && <Skeleton variant="rounded" height={320} />}
                {rows.length > 0 && (
                  <Card
                    component="ul"
                    aria-label={t('routes.myApprovals')}
                    sx={{ listStyle: 'none', m: 0, p: 0 }}
                  >
                    {rows.map((request) => (
                      <InboxRow
                        key={request.id}
                        request={request}
                        to={
                          wide
                            ? href(
                                paths.myApprovals,
                                {},
                                {
                                  ...Object.fromEntries(params),
                                  [OPEN]: request.id,
                                },
                              )
                            : href(paths.approval, { id: request.id })
                        }
                        isOpen={wide && request === open}
                        isMarked={marked.has(request.id)}
                        isHeld={isHeld(request.id)}
                        onOpen={wide ? () => select(request) : undefined}
                        onMark={() => mark(request)}
                        onApprove={() => approve(request)}
                        onReturn={() => ask({ id: request.id, verdict: 'returned' })}
                      />
                    ))}
                  </Card>
                )}
                {pages > 1 && (
                  <Pagination
                    count={pages}
                    page={state.page}
                    onChange={(_, next) => state.setPage(next)}
                    sx={{ mt: 2, display: 'flex', justifyContent: 'center' }}
                  />
                )}
                {wide && (
                  <Button color="inherit" size="small" sx={{ mt: 2 }} onClick={() => setHelp(true)}>
                    {t('table.keys.title')}
                  </Button>
                )}
              </div>
              {wide && open && (
                <Preview
                  key={open.id}
                  id={open.id}
                  isHeld={isHeld(open.id)}
                  onDecide={(verdict) =>
                    verdict === 'approved' ? approve(open) : ask({ id: open.id, verdict })
                  }
                />
              )}
            </Box>
          </ListBody>
        </RevealTogether>
      </Box>
      {asking && <CommentDialog {...asking} onClose={() => ask(null)} />}
      <KeysHelp open={help} canMark rowKeys={rowKeys} onClose={() => setHelp(false)} />
    </PageContainer>
  );
}

/** The comment of a return or rejection, which can also be undone. */
function CommentDialog({
  id,
  verdict,
  onClose,
}: {
  id: string;
  verdict: Verdict;
  onClose: () => void;
}) {
  const { data: request } = useQuery(approvalQuery(id));
  const decide = useUndoableDecision();
  if (!request) return null;
  return (
    <DecisionDialog
      request={request}
      verdict={verdict}
      onDecide={async (body) => decide(request, body)}
      onClose={onClose}
    />
  );
}

function useRowKeys() {
  const { t } = useTranslation();
  return [
    { key: 'a', label: t('approvals.do.approved') },
    { key: 'r', label: t('approvals.do.returned') },
  ];
}

/** Focuses the row after the decided one. */
function focusNext(page: HTMLElement | null, index: number): void {
  page?.querySelectorAll<HTMLElement>('[data-row-link]')[index + 1]?.focus();
}
