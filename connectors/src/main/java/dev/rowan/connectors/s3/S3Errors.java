package dev.rowan.connectors.s3;

import dev.rowan.api.call.WireReply;
import dev.rowan.cloud.request.XmlReply;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;

/// Error messages for failed requests to a bucket. Of the service's text only the error code is repeated.
record S3Errors(S3Bucket bucket) {

    /// The service's error code, such as `NoSuchKey`; empty if there is none.
    static String code(WireReply.Complete reply) {
        if (reply.body().size() == 0) {
            return "";
        }
        try {
            return Optional.of(XmlReply.parse(reply.body(), ""))
                    .filter(xml -> xml.root().equals("Error"))
                    .flatMap(xml -> xml.find("Code"))
                    .filter(code -> code.length() <= 100 && code.chars().allMatch(Character::isLetterOrDigit))
                    .orElse("");
        } catch (XMLStreamException _) {
            return "";
        }
    }

    String message(WireReply reply) {
        String host = bucket.root().getHost();
        return switch (reply) {
            case WireReply.Complete complete -> message(complete);
            case WireReply.NotSent notSent ->
                "%s cannot be reached (%s): %s".formatted(host, notSent.reason().word(), notSent.detail());
            case WireReply.Unknown unknown ->
                "the connection to %s broke (%s)"
                        .formatted(host, unknown.fault().word().replace('_', ' '));
        };
    }

    private String message(WireReply.Complete reply) {
        String code = code(reply);
        String said = reply.status() + (code.isEmpty() ? "" : " " + code);
        String credential = bucket.authorization().method();
        return switch (code) {
            case "NoSuchBucket" ->
                "no bucket '" + bucket.location().bucket()
                        + "'; check 'path', and 'endpoint' and 'region' of 'storage'";
            case "NoSuchKey" -> "no such object; check 'path', which ends with a slash to read all objects under it";
            case "ExpiredToken", "TokenRefreshRequired", "RequestExpired" ->
                "the credential has expired (" + said + "; " + credential + "); sign in again, then run or resume";
            case "InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken", "InvalidSecurity" ->
                "the service rejected the credential (" + said + "; " + credential + "); check the key and its secret";
            case "RequestTimeTooSkewed" -> "the clock of this machine is wrong (" + said + "); set it";
            case "QuotaExceeded",
                    "XMinioStorageFull",
                    "InsufficientStorage",
                    "TotalStorageExceeded",
                    "XMinioAdminBucketQuotaExceeded",
                    "StorageFull" ->
                "the bucket is full (" + said + "); free space or raise its quota, then resume the run";
            case "InvalidObjectState" -> "it is archived; restore it first";
            case "MethodNotAllowed", "NotImplemented" -> "the service does not support what is needed (" + said + ")";
            default -> byStatus(reply, said, credential);
        };
    }

    private String byStatus(WireReply.Complete reply, String said, String credential) {
        Optional<String> region = reply.headers().first("x-amz-bucket-region");
        return switch (reply.status()) {
            case 301, 307, 400 ->
                "the service answered " + said
                        + region.map(name ->
                                        "; the bucket is in the region " + name + ", set it as 'region' of 'storage'")
                                .orElse("; check 'region' and 'endpoint' of 'storage'");
            case 401 ->
                "the service rejected the credential (" + said + "; " + credential
                        + "); it may have expired: sign in again, then run or resume";
            case 403 ->
                "access is denied (" + said + "; " + credential
                        + "); allow this identity to list and read, and for a sink to write, or use another one";
            case 404 -> "it does not exist (" + said + "); check 'path'";
            case 507 -> "the bucket is full (" + said + "); free space or raise its quota, then resume the run";
            case 429, 500, 502, 503, 504 ->
                "the service is overloaded or failed (" + said + "), even after retries; run or resume once it works";
            default -> "the service answered " + said;
        };
    }
}
