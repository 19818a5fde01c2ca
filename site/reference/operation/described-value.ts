import type { Parameter, ResponseObject } from 'tools-document/model';
import { isIgnored } from 'tools-document/operations';
import { code } from '../markdown.ts';
import { type PageSchemas, rowList } from './schema-rows.ts';

/** Writes the parameters of an operation as rows. */
export const parameterList = (page: PageSchemas, parameters: readonly Parameter[]): string =>
  rowList(
    page,
    parameters
      .filter((parameter) => !isIgnored(parameter))
      .map(({ content = {}, schema = Object.values(content)[0]?.schema, ...parameter }) => {
        const notes = [parameter.in, parameter.required === true ? 'required' : 'optional'];
        return [code(parameter.name), { ...parameter, schema }, notes];
      }),
  );

/** Writes the header fields of a response as rows. */
export const headerList = (page: PageSchemas, headers: ResponseObject['headers'] & object): string =>
  rowList(
    page,
    Object.entries(headers).map(([name, header]) => [code(name), header, header.required === true ? ['required'] : []]),
  );
