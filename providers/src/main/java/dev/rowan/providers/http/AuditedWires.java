package dev.rowan.providers.http;

import dev.rowan.api.Time;
import dev.rowan.api.call.WireProvider;
import dev.rowan.api.call.WireSettings;
import java.util.List;
import java.util.Map;

/// Opens [AuditedClient]s that trust the Java platform's CAs and those of the settings.
public final class AuditedWires implements WireProvider {

    @Override
    public OpenWire open(WireSettings settings, Map<String, String> environment, Time time) {
        return AuditedClient.open(
                HttpSettings.of(Egress.allowing(settings.allow()), Proxies.of(environment), TlsContext.of(settings)),
                time);
    }

    @Override
    public OpenWire metadata(Time time) {
        return AuditedClient.open(
                HttpSettings.of(Egress.metadata(), Proxies.none(), TlsContext.of(WireSettings.allowing(List.of()))),
                time);
    }
}
