package dev.rowan.providers.http;

import dev.rowan.api.Time;
import dev.rowan.api.call.WireProvider;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;

/// Opens [AuditedClient]s that trust whom the Java platform trusts.
public final class AuditedWires implements WireProvider {

    @Override
    public OpenWire open(List<String> allow, Map<String, String> environment, Time time) {
        try {
            return AuditedClient.open(
                    HttpSettings.of(Egress.allowing(allow), Proxies.of(environment), SSLContext.getDefault()), time);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java platform has a TLS context", missing);
        }
    }
}
