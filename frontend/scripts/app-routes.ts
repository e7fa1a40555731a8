/* Prints the routes of the app as a Python enumeration, for services that link to its pages. */
import { paths } from '../src/routes/paths.ts';

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const parameters = (path: string) => path.replace(/:(\w+)/g, (_, name) => `{${snakeCase(name)}}`);

const members = Object.entries(paths).map(
  ([name, path]) => `    ${snakeCase(name).toUpperCase()} = "${parameters(path)}"`,
);
process.stdout.write(`"""Routes of the app, generated from its paths by \`make api\`; do not edit."""
# ruff: noqa: S105 (paths with "password" in their names are no passwords)

from enum import StrEnum


class AppRoute(StrEnum):
    """Use \`AppRoute.PAYMENT.format(id=...)\` for the path of a page."""

${members.join('\n')}
`);
