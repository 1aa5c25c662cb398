package dev.rowan.simulator.azure;

import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import java.util.Optional;

/// The deployment that a request is for: in the path of the older API, which ends with `operation`, else in the body.
record Deployments(String operation) {
    private static final String PREFIX = "/openai/deployments/";

    Optional<String> inPath(String path) {
        return path.startsWith(PREFIX)
                        && path.endsWith(operation)
                        && path.length() > PREFIX.length() + operation.length()
                ? Optional.of(path.substring(PREFIX.length(), path.length() - operation.length()))
                : Optional.empty();
    }

    /// A deployment that exists.
    String of(EndpointRequest request) throws RefusedException {
        String deployment = named(request);
        if (!request.models().has(deployment)) {
            throw AzureDialect.gateway(
                            404,
                            "DeploymentNotFound",
                            "The API deployment for this resource does not exist. If you created the deployment within"
                                    + " the last 5 minutes, please wait a moment and try again.")
                    .thrown();
        }
        return deployment;
    }

    private String named(EndpointRequest request) throws RefusedException {
        Optional<String> inPath = inPath(request.request().path());
        if (inPath.isPresent()) {
            if (request.request().query("api-version").isEmpty()) {
                throw AzureDialect.gateway(404, "404", "Resource not found").thrown();
            }
            return inPath.get();
        }
        return request.body()
                .text("model")
                .orElseThrow(() -> Refusal.of(400, "invalid_request_error", "you must provide a model parameter")
                        .thrown());
    }
}
