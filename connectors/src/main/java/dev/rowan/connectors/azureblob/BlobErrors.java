package dev.rowan.connectors.azureblob;

import dev.rowan.api.call.WireReply;

/// Error messages for failed requests. Of the service's text only the error code is repeated.
final class BlobErrors {
    private BlobErrors() {}

    /// The service's error code, such as `BlobNotFound`; empty if there is none.
    static String code(WireReply.Complete reply) {
        return reply.headers()
                .first("x-ms-error-code")
                .filter(code -> code.length() <= 100 && code.chars().allMatch(Character::isLetterOrDigit))
                .orElse("");
    }

    static String message(WireReply reply, StorageAccount account, BlobName name) {
        return switch (reply) {
            case WireReply.Complete complete -> message(complete, account, name);
            case WireReply.NotSent notSent ->
                "%s cannot be reached (%s): %s"
                        .formatted(
                                account.endpoint().getHost(), notSent.reason().word(), notSent.detail());
            case WireReply.Unknown unknown ->
                "the connection to %s broke (%s)"
                        .formatted(
                                account.endpoint().getHost(),
                                unknown.fault().word().replace('_', ' '));
        };
    }

    private static String message(WireReply.Complete reply, StorageAccount account, BlobName name) {
        String code = code(reply);
        String said = reply.status() + (code.isEmpty() ? "" : " " + code);
        return switch (code) {
            case "ContainerNotFound" -> "no container '" + name.container() + "' in the account; check its name";
            case "BlobNotFound" -> "no such blob; check its name and container";
            case "BlobArchived" -> "it is archived; move it to an online tier first";
            case "InvalidBlobType" -> "it is not a block blob";
            case "LeaseIdMissing" -> "another program holds a lease on it";
            case "AccountQuotaExceeded", "QuotaExceeded", "InsufficientStorage" -> full(said);
            default -> byStatus(reply.status(), said, account);
        };
    }

    private static String full(String said) {
        return "the account is full (" + said + "); free space or raise its quota, then resume the run";
    }

    private static String byStatus(int status, String said, StorageAccount account) {
        return switch (status) {
            case 401, 403 ->
                account.access() instanceof StorageCredential.Identity(var signIn) && status == 401
                        ? "the service rejected the %s (%s); it may have expired: sign in again, then run or resume"
                                .formatted(signIn.method(), said)
                        : refused(account.access(), said);
            case 507 -> full(said);
            case 404 -> "it does not exist (" + said + "); check its name and container";
            case 429, 500, 502, 503, 504 ->
                "the service is overloaded or failed (" + said + "), even after retries; run or resume once it works";
            default -> "the service answered " + said;
        };
    }

    private static String refused(StorageCredential access, String said) {
        return switch (access) {
            case StorageCredential.SharedKey(var key) ->
                "the service rejected the key from %s (%s); it must be the account's own, and the account must allow keys"
                        .formatted(key.origin(), said);
            case StorageCredential.Sas(var token) ->
                "the service rejected the SAS token from %s (%s); it must be current%s and allow reading, and for a sink also"
                                .formatted(
                                        token.origin(),
                                        said,
                                        StorageCredential.Sas.expiry(token)
                                                .map(end -> " (it ends at " + end + ")")
                                                .orElse(""))
                        + " creating and writing";
            case StorageCredential.Identity(var signIn) ->
                "the service rejected the %s (%s); give this identity the role Storage Blob Data Reader, and for a sink"
                                .formatted(signIn.method(), said)
                        + " Storage Blob Data Contributor";
        };
    }
}
