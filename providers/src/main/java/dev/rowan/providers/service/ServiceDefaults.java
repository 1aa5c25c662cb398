package dev.rowan.providers.service;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/// Where a service and its key are found by default: environment variables, in this order, and the public address.
public record ServiceDefaults(List<String> addressVariables, Optional<URI> address, List<String> keyVariables) {

    public ServiceDefaults {
        addressVariables = List.copyOf(addressVariables);
        keyVariables = List.copyOf(keyVariables);
        if (keyVariables.isEmpty()) {
            throw new IllegalArgumentException("a service needs a variable for its key");
        }
    }

    /// A service with one address per customer, without a public one.
    public static ServiceDefaults ofOwnAddress(String addressVariable, String keyVariable) {
        return new ServiceDefaults(List.of(addressVariable), Optional.empty(), List.of(keyVariable));
    }
}
