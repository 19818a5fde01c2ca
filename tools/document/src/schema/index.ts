export { alternativesOf, composedSchemas, type FieldSchema, propertiesOf } from './field-schema.ts';
export {
  allowsNull,
  CHOICES,
  commonTypes,
  isFlagged,
  ownTypes,
  type Reading,
  type SchemaNode,
  schemaIn,
  subschemasOf,
  typesOf,
  valuesOf,
} from './schema-view.ts';
