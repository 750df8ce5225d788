"""What a Pi reads when it starts, and whether something in it still waits for a restart."""

from companion.doctor.patient import Patient
from firmware import raspberry

OLD_BOOT_CONFIG = "boot/config.txt"
"""Where it was before bookworm."""


def find_boot_config(patient: Patient) -> str | None:
    """Return where the boot settings are, below the root; None where there are none."""
    return next((one for one in (raspberry.BOOT_CONFIG, OLD_BOOT_CONFIG) if (patient.root / one).exists()), None)


def awaits_restart(patient: Patient) -> bool:
    """Tell whether SPI was switched on and counts only after a restart."""
    model = patient.machine.model
    name = find_boot_config(patient)
    if not patient.plays_on_pins or name is None or not raspberry.led_lines(model):
        return False
    text = patient.text_if_any(name)
    is_switched_on = text is not None and not raspberry.missing_boot_lines(text, model)
    return is_switched_on and not patient.machine.led_device.exists()
