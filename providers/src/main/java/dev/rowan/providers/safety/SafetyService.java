package dev.rowan.providers.safety;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.providers.http.Hosts;
import dev.rowan.providers.service.BasePath;
import dev.rowan.providers.service.ServiceDefaults;
import dev.rowan.providers.service.ServiceLocation;
import java.net.URI;
import java.util.Optional;

/// A safety service: its default location, the option that overrides it, and its path in the simulator.
record SafetyService(ServiceDefaults defaults, String locationOption, String atSimulator, BasePath paths) {

    /// Reports an address with the path of a request.
    void checkPath(Section section, Option<ServiceLocation> option) {
        section.find(option)
                .flatMap(location ->
                        location instanceof ServiceLocation.At(URI base) ? paths.problem(base) : Optional.empty())
                .ifPresent(problem -> section.problem(option, problem));
    }

    /// Hosts other than the service's own and localhost never receive the key from the environment.
    void checkHost(Optional<ServiceLocation> location, boolean hasKey) throws PluginException {
        boolean foreign = location.isPresent()
                && location.get() instanceof ServiceLocation.At(URI base)
                && defaults.address().isPresent()
                && !defaults.address().get().getHost().equalsIgnoreCase(base.getHost())
                && !Hosts.isLoopback(base.getHost());
        if (foreign && !hasKey) {
            throw new PluginException("'" + locationOption + "' is not an address of "
                    + defaults.address().orElseThrow().getHost() + ": set 'api_key' to the key that it should receive");
        }
    }

    URI base(URI found, boolean simulated) {
        String base = found.toString();
        return simulated && !atSimulator.isEmpty()
                ? URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + atSimulator)
                : found;
    }
}
