-- How often pages were used is dropped after two years.
GRANT DELETE ON behavior_count TO shimakaze_system;
