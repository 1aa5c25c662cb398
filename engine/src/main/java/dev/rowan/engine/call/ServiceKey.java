package dev.rowan.engine.call;

import dev.rowan.api.call.Call;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.secret.Secret;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/// The unit that rate limits apply to: an address, the secret it is called with, and the service tier if it is not
/// the usual one.
public record ServiceKey(String address, Optional<Secret> secret, Optional<String> tier) {

    public static ServiceKey of(Call call) {
        ServiceKey usual = of(call.request());
        return new ServiceKey(usual.address, usual.secret, call.form().tier());
    }

    public static ServiceKey of(WireRequest request) {
        URI uri = request.uri();
        String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
        return new ServiceKey(
                (uri.getScheme() + "://" + uri.getHost() + port).toLowerCase(Locale.ROOT),
                request.credentials().isEmpty()
                        ? Optional.empty()
                        : Optional.of(request.credentials().getFirst().secret()),
                Optional.empty());
    }
}
