import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiProblem } from '@/api/problem';
import { PageError } from '@/lib/fault';
import { startSession } from '@/lib/session';
import { aProfile, aToken, aUser } from '@/test/factories';
import { renderAt } from '@/test/render';
import ErrorScreen from './ErrorScreen';

const show = (error: unknown) => renderAt('/', <ErrorScreen error={error} />);
const heading = () => screen.getByRole('heading', { level: 1 });

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

describe('the error screen', () => {
  it('shows an address from left to right in an Arabic sentence', async () => {
    await i18next.changeLanguage('ar');
    show(new PageError(404, 'error.page_not_found', { path: '/no/such' }));
    expect(screen.getByRole('alert').textContent).toContain('\u2066/no/such\u2069');
  });

  it.each([
    [
      new PageError(404, 'error.page_not_found', { path: '/x' }),
      '404',
      'Page Not Found',
      'Page not found: /x',
    ],
    [
      new PageError(403, 'access.not_authorized'),
      '403',
      'Access Forbidden',
      'You are not authorized to access this page.',
    ],
    [
      new ApiProblem(500, { code: 'service.failed', detail: 'x' }),
      '500',
      'Internal Server Error',
      'Something went wrong on our side. Try again.',
    ],
    [
      new ApiProblem(418, { code: 'teapot', detail: 'I am a teapot' }),
      '418',
      'Something Went Wrong',
      'I am a teapot',
    ],
    [new Error('boom'), '500', 'Internal Server Error', 'boom'],
  ])('shows status, title and message of %s', (error, status, title, message) => {
    show(error);
    expect(screen.getByText(status)).toBeVisible();
    expect(heading()).toHaveTextContent(title);
    expect(screen.getByRole('alert')).toHaveTextContent(message);
  });

  it('of a gate says what is left, and leads there first', () => {
    startSession({ access_token: aToken(600), user: aUser({ profiles: [aProfile('candidate')] }) });
    show(new PageError(403, 'access.picture'));
    expect(heading()).toHaveTextContent('One step left');
    expect(screen.queryByText('403')).toBeNull();
    const asked = 'Please upload your profile picture to access this page.';
    expect(screen.getByRole('alert')).toHaveTextContent(asked);
    const [logo, first] = screen.getAllByRole('link');
    expect(logo).toHaveAttribute('href', '/');
    expect(first).toHaveTextContent('Upload a picture');
    expect(first).toHaveAttribute('href', '/candidate/profile?redirect=%2F#picture');
  });

  it.each(['en', 'ar'])(
    'shows and copies the request ID of a failed call in %s',
    async (language) => {
      // `userEvent.setup` also provides a clipboard.
      const person = userEvent.setup();
      await i18next.changeLanguage(language);
      const id = 'f00dfeed00000000000000000000cafe';
      show(new ApiProblem(500, { code: 'service.failed' }, null, id));
      expect(screen.getByText(i18next.t('error.request_id'))).toBeVisible();
      await person.click(
        screen.getByRole('button', { name: i18next.t('copy.action', { text: id }) }),
      );
      expect(await navigator.clipboard.readText()).toBe(id);
    },
  );

  it('shows no request ID of what the reader is refused', () => {
    show(
      new ApiProblem(403, { code: 'resource.forbidden' }, null, 'f00dfeed00000000000000000000cafe'),
    );
    expect(screen.queryByText(/request ID/)).toBeNull();
  });

  it('says nothing more when there is no message', () => {
    show(undefined);
    expect(heading()).toHaveTextContent('Internal Server Error');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('leads home, back, on a new try, to support and to three pages', () => {
    show(new Error('boom'));
    expect(screen.getByRole('link', { name: 'Go Home', hidden: false })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Go Back' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Contact Support' })).toHaveAttribute(
      'href',
      '/contact-us',
    );
    const hrefs = ['Browse Trainings', 'About Us', 'Contact Us'].map((name) =>
      screen.getByRole('link', { name: new RegExp(name) }).getAttribute('href'),
    );
    expect(hrefs).toEqual(['/trainings', '/about', '/contact-us']);
  });

  it('leads to the own profile only when access is refused', () => {
    show(new PageError(404, 'error.page_not_found', { path: '/x' }));
    expect(screen.queryByRole('link', { name: 'Go Profile' })).toBeNull();
  });

  it.each([
    ['candidate', '/candidate/profile'],
    ['organization', '/dashboard/account-settings/profile'],
  ] as const)('knows where the profile of a %s is', (type, expected) => {
    startSession({ access_token: aToken(600), user: aUser({ profiles: [aProfile(type)] }) });
    show(new PageError(403, 'access.not_authorized'));
    expect(screen.getByRole('link', { name: 'Go Profile' })).toHaveAttribute('href', expected);
  });

  it('is not shown to crawlers', () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
      'Mozilla/5.0 (compatible; Googlebot/2.1)',
    );
    const { container } = show(new Error('boom'));
    expect(container).toBeEmptyDOMElement();
  });
});
