package dev.rowan.connectors.s3;

import dev.rowan.cloud.request.RequestSignature;

/// What differs between S3 and the XML API of Google Cloud Storage.
enum S3Dialect {
    S3("x-amz-", "AWS4", "s3", "aws4_request"),
    GOOGLE("x-goog-", "GOOG4", "storage", "goog4_request");

    private final String header;
    private final String key;
    private final String service;
    private final String terminator;

    S3Dialect(String header, String key, String service, String terminator) {
        this.header = header;
        this.key = key;
        this.service = service;
        this.terminator = terminator;
    }

    /// A header of the service, such as `x-amz-date` for `date`.
    String header(String name) {
        return header + name;
    }

    /// The names in a signature.
    RequestSignature.Names names() {
        return new RequestSignature.Names(header, key, service, terminator);
    }

    /// The condition that an object does not exist yet.
    S3Request onlyIfAbsent(S3Request request) {
        return switch (this) {
            case S3 -> request.with("If-None-Match", "*");
            case GOOGLE -> request.with("x-goog-if-generation-match", "0");
        };
    }
}
