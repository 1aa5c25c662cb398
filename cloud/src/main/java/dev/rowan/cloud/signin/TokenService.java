package dev.rowan.cloud.signin;

import dev.rowan.api.Time;
import dev.rowan.api.call.Credential;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireProvider;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.cloud.request.PercentEncoding;
import dev.rowan.cloud.request.RequestRetry;
import dev.rowan.cloud.request.RetriedRequest;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/// Requests to services that issue credentials. `what` names the service in messages; of its replies
/// only error codes are shown.
record TokenService(String what, Time time) {
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    /// A request over the run's wire, to a public service.
    Payload request(Wire wire, WireRequest request) throws PluginException {
        return body(RetriedRequest.send(time, RequestRetry.FEW, () -> wire.exchange(request)));
    }

    /// A request to the metadata service of the machine, over a wire that reaches nothing else.
    Payload metadata(WireRequest request) throws PluginException {
        WireProvider provider = ServiceLoader.load(WireProvider.class)
                .findFirst()
                .orElseThrow(() -> new PluginException(what + " cannot be reached: there is no HTTP client"));
        try (WireProvider.OpenWire wire = provider.metadata(time)) {
            return request(wire, request);
        }
    }

    static WireRequest get(URI uri, Headers headers, List<Credential> credentials) {
        return new WireRequest("GET", uri, headers, credentials, Payload.empty(), DEADLINE);
    }

    static WireRequest put(URI uri, Headers headers) {
        return new WireRequest("PUT", uri, headers, List.of(), Payload.empty(), DEADLINE);
    }

    /// A form. It may hold secrets, which the wire does not record. The services answer in their usual form, JSON or,
    /// for AWS, XML, which would be JSON too if the request said that it accepts it.
    static WireRequest post(URI uri, Map<String, String> form) {
        String body = PercentEncoding.query(new TreeMap<>(form));
        return new WireRequest(
                "POST",
                uri,
                Headers.of("Content-Type", "application/x-www-form-urlencoded"),
                List.of(),
                Payload.utf8(body),
                DEADLINE);
    }

    static WireRequest postJson(URI uri, Headers headers, List<Credential> credentials, Payload body) {
        return new WireRequest(
                "POST", uri, headers.with("Content-Type", "application/json"), credentials, body, DEADLINE);
    }

    private Payload body(WireReply reply) throws PluginException {
        return switch (reply) {
            case WireReply.Complete complete when complete.status() == 200 -> complete.body();
            case WireReply.Complete complete -> throw new PluginException(what + " " + SignInErrors.message(complete));
            case WireReply.NotSent notSent ->
                throw new PluginException(
                        what + " cannot be reached (" + notSent.reason().word() + "): " + notSent.detail());
            case WireReply.Unknown unknown ->
                throw new PluginException(what + " gave no complete reply ("
                        + unknown.fault().word().replace('_', ' ') + ")");
        };
    }
}
