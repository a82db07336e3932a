import { useQuery } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';

/** The address of bytes in memory, for as long as the part that shows them exists. */
export const useAddress = (content: Blob | undefined): string | undefined => {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (content === undefined) return undefined;
    const made = URL.createObjectURL(content);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(undefined);
    };
  }, [content]);
  return address;
};

/** Reads a picture of the API. It is read once, because it never changes and reading it may be recorded. */
export const usePicture = (key: readonly unknown[], read: (signal: AbortSignal) => Promise<Blob>) => {
  const picture = useQuery({
    queryKey: ['picture', ...key],
    queryFn: async ({ signal }) => read(signal),
    staleTime: Infinity,
    // Pictures of documents leave memory when they are no longer shown.
    gcTime: 0,
  });
  return { ...picture, address: useAddress(picture.data) };
};
