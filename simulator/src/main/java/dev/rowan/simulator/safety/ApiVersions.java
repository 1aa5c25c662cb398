package dev.rowan.simulator.safety;

import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import java.util.function.Predicate;

/// The versions of the service: 2023-10-01, 2024-09-01 and later previews.
final class ApiVersions {
    private static final String FIRST = "2023-10-01";
    private static final String WITH_SHIELD = "2024-09-01";

    private ApiVersions() {}

    static void checkAnalyze(HttpRequest request) throws RefusedException {
        check(request, version -> version.equals(FIRST) || hasShield(version));
    }

    static void checkShield(HttpRequest request) throws RefusedException {
        check(request, ApiVersions::hasShield);
    }

    private static boolean hasShield(String version) {
        return version.equals(WITH_SHIELD) || (version.endsWith("-preview") && version.compareTo(WITH_SHIELD) > 0);
    }

    private static void check(HttpRequest request, Predicate<String> isKnown) throws RefusedException {
        if (request.query("api-version").filter(isKnown).isEmpty()) {
            throw Refusal.of(404, "ResourceNotFound", "Resource not found: check the api-version.")
                    .thrown();
        }
    }
}
