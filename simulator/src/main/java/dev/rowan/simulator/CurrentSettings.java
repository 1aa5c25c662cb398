package dev.rowan.simulator;

/// The current settings. Shared state: one volatile reference, replaced as a whole.
final class CurrentSettings {
    private volatile SimulatorSettings settings;

    CurrentSettings(SimulatorSettings settings) {
        this.settings = settings;
    }

    SimulatorSettings get() {
        return settings;
    }

    void set(SimulatorSettings other) {
        settings = other;
    }
}
