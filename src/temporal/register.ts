import type { Client } from '@temporalio/client';
import temporalProto from '@temporalio/proto';
import { searchAttributeNames } from './search-attributes.ts';

const KEYWORD = temporalProto.temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;
const ALREADY_EXISTS = 6;

/** Registers the search attributes with Temporal, unless they exist. */
export const registerSearchAttributes = async (client: Client, namespace: string): Promise<void> => {
  for (const name of searchAttributeNames) {
    try {
      await client.connection.operatorService.addSearchAttributes({
        namespace,
        searchAttributes: { [name]: KEYWORD },
      });
    } catch (error) {
      if ((error as { code?: number }).code !== ALREADY_EXISTS) throw error;
    }
  }
};
