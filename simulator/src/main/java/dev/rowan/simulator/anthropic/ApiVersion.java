package dev.rowan.simulator.anthropic;

import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.service.RefusedException;

/// The versions of Anthropic's API, by their `anthropic-version` header.
enum ApiVersion {
    V2023_06_01("2023-06-01"),
    /// Knows no sampling parameters, no documents in the assistant's turns and no citations on a user's text.
    V2026_10_21("2026-10-21");

    private final String header;

    ApiVersion(String header) {
        this.header = header;
    }

    static ApiVersion of(HttpRequest request) throws RefusedException {
        String header = request.header("anthropic-version")
                .orElseThrow(() -> AnthropicDialect.invalid("anthropic-version: header is required")
                        .thrown());
        for (ApiVersion version : values()) {
            if (version.header.equals(header)) {
                return version;
            }
        }
        throw AnthropicDialect.invalid("anthropic-version: \"" + header + "\" is not a valid version")
                .thrown();
    }
}
