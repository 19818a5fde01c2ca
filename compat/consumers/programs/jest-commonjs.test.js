test('a CommonJS test loads both packages with await import()', async () => {
  const { clientCredentials, createManagementClient } = await import('tenant-management-client');
  const { startSandbox } = await import('tenant-management-sandbox');
  const sandbox = await startSandbox({ enrollments: [{ id: 'dev_1' }] });
  const management = createManagementClient({
    baseUrl: sandbox.baseUrl,
    auth: clientCredentials(sandbox.credentials),
  });
  const remove = () => management.DELETE('/guardian/enrollments/{id}', { params: { path: { id: 'dev_1' } } });
  expect((await remove()).error).toBeUndefined();
  expect(sandbox.enrollments.has('dev_1')).toBe(false);
  await sandbox.close();
  await expect(remove()).rejects.toThrow('ECONNREFUSED');
});
