package dev.rowan.providers.safety;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.providers.http.Hosts;
import dev.rowan.providers.service.ServiceDefaults;
import dev.rowan.providers.service.ServiceLocation;
import java.net.URI;
import java.util.Optional;

/// One of the safety services: where it is when the settings do not say, the setting that does, and the path under
/// which
/// the simulator speaks like it.
record SafetyService(ServiceDefaults defaults, String locationOption, String atSimulator) {

    /// A host that is neither the service's own nor this machine never gets the key that the environment holds.
    void checkHost(Optional<ServiceLocation> location, boolean hasKey) throws PluginException {
        boolean foreign = location.isPresent()
                && location.get() instanceof ServiceLocation.At(URI base)
                && defaults.address().isPresent()
                && !defaults.address().get().getHost().equalsIgnoreCase(base.getHost())
                && !Hosts.isLoopback(base.getHost());
        if (foreign && !hasKey) {
            throw new PluginException("'" + locationOption + "' is not an address of "
                    + defaults.address().orElseThrow().getHost() + ": set 'api_key' to say which key it is to get");
        }
    }

    URI base(URI found, boolean simulated) {
        String base = found.toString();
        return simulated && !atSimulator.isEmpty()
                ? URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + atSimulator)
                : found;
    }
}
